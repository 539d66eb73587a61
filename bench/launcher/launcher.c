/*
 * launcher starts programs by turns and tells what each start cost.
 *
 * The plan comes on standard input, one word and its value a line:
 *
 *	rounds 500	rounds that are told
 *	warm 20		rounds before them that are not
 *	seed 1		of the order in which a round starts the programs
 *	pipe 1		input through a pipe; 0: the file itself
 *	program		begins one; all of these belong to it:
 *	path /bin/x	what is executed
 *	arg x		one argument, argv[0] first
 *	env A=1		one variable; a program has no others
 *	in /tmp/y	its input
 *	status 2	the exit status that it must have
 *
 * For each start of a told round there is a line on standard output: index of
 * the program, round, wall time in ns, processor time in us, largest resident
 * set in KiB, page faults, context switches. The last line is "floor" and the
 * launcher's own resident set in KiB: Linux counts what the process that exec
 * replaced had, so no program shows less. A program that ends in another way
 * than it must ends the launcher, with a message on standard error.
 *
 * Wall time is from before the process is made to when it has been waited for.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct program {
	char *path, *in;
	char **argv, **envp;
	int argc, envc, status;
};

static struct program *programs;
static int count;
static long rounds = 1, warm, through_pipe;
static unsigned long long state = 1;

static void stop(const char *what)
{
	fprintf(stderr, "launcher: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void *more(void *list, int n, size_t size)
{
	if (!(list = realloc(list, (n + 2) * size)))
		stop("memory");
	return list;
}

static char *same(const char *s)
{
	char *copy = strdup(s);
	if (!copy)
		stop("memory");
	return copy;
}

static void append(char ***list, int *n, const char *s)
{
	*list = more(*list, *n, sizeof **list);
	(*list)[(*n)++] = same(s);
	(*list)[*n] = NULL;
}

static void read_plan(void)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n;
	struct program *p = NULL;

	while ((n = getline(&line, &room, stdin)) > 0) {
		if (line[n - 1] == '\n')
			line[n - 1] = 0;
		char *value = strchr(line, ' ');
		if (value)
			*value++ = 0;
		else
			value = "";
		if (!strcmp(line, "program")) {
			programs = more(programs, count, sizeof *programs);
			p = &programs[count++];
			memset(p, 0, sizeof *p);
			p->envp = more(NULL, 0, sizeof *p->envp);
			p->envp[0] = NULL;
		} else if (!strcmp(line, "rounds"))
			rounds = atol(value);
		else if (!strcmp(line, "warm"))
			warm = atol(value);
		else if (!strcmp(line, "seed"))
			state = strtoull(value, NULL, 10) * 2 + 1;
		else if (!strcmp(line, "pipe"))
			through_pipe = atol(value);
		else if (p && !strcmp(line, "path"))
			p->path = same(value);
		else if (p && !strcmp(line, "in"))
			p->in = same(value);
		else if (p && !strcmp(line, "status"))
			p->status = atoi(value);
		else if (p && !strcmp(line, "arg"))
			append(&p->argv, &p->argc, value);
		else if (p && !strcmp(line, "env"))
			append(&p->envp, &p->envc, value);
		else {
			errno = EINVAL;
			stop(line);
		}
	}
	free(line);
	for (int i = 0; i < count; i++)
		if (!programs[i].path || !programs[i].in || !programs[i].argc) {
			errno = EINVAL;
			stop("a program lacks its path, arg or in");
		}
}

/* A number below n: the middle bits of a linear congruential sequence. */
static int below(int n)
{
	state = state * 6364136223846793005ull + 1442695040888963407ull;
	return (state >> 33) % n;
}

static long long clock_ns(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

/*
 * Hands over what is in buf, then what is left of the file, until all is
 * written, the pipe takes no more, or nobody reads. Returns 1 if all is
 * written. The buffer is small, so that the launcher stays small.
 */
struct feed {
	int from, to;
	size_t at, end;
	char buf[32768];
};

static int hand_over(struct feed *f)
{
	for (;;) {
		if (f->at == f->end) {
			ssize_t n = read(f->from, f->buf, sizeof f->buf);
			if (n < 0)
				stop("read an input");
			if (n == 0)
				return 1;
			f->at = 0;
			f->end = n;
		}
		ssize_t n = write(f->to, f->buf + f->at, f->end - f->at);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno == EPIPE;
		f->at += n;
	}
}

static void start(int index, long round)
{
	static struct feed f;
	struct program *p = &programs[index];
	posix_spawn_file_actions_t act;
	posix_spawnattr_t attr;
	sigset_t usual;
	struct rusage used;
	int ends[2], input, status, error;
	pid_t pid;

	if ((f.from = open(p->in, O_RDONLY | O_CLOEXEC)) < 0)
		stop(p->in);
	f.to = -1;
	f.at = f.end = 0;
	input = f.from;
	if (through_pipe) {
		if (pipe(ends))
			stop("pipe");
		fcntl(ends[0], F_SETFD, FD_CLOEXEC);
		fcntl(ends[1], F_SETFD, FD_CLOEXEC);
		input = ends[0];
		f.to = ends[1];
		/* What fits is in the pipe before the clock runs. */
		fcntl(f.to, F_SETFL, O_NONBLOCK);
		if (hand_over(&f)) {
			close(f.to);
			f.to = -1;
		} else
			fcntl(f.to, F_SETFL, 0);
	}
	posix_spawn_file_actions_init(&act);
	posix_spawn_file_actions_adddup2(&act, input, 0);
	posix_spawn_file_actions_addopen(&act, 1, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_adddup2(&act, 1, 2);
	posix_spawnattr_init(&attr);
	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	posix_spawnattr_setsigdefault(&attr, &usual);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGDEF);

	long long began = clock_ns();
	error = posix_spawn(&pid, p->path, &act, &attr, p->argv, p->envp);
	if (error) {
		errno = error;
		stop(p->path);
	}
	if (through_pipe)
		close(input); /* or a program that stops reading would not be noticed */
	if (f.to >= 0) {
		hand_over(&f);
		close(f.to);
	}
	while (wait4(pid, &status, 0, &used) < 0)
		if (errno != EINTR)
			stop("wait4");
	long long ended = clock_ns();

	posix_spawn_file_actions_destroy(&act);
	posix_spawnattr_destroy(&attr);
	close(f.from);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != p->status) {
		fprintf(stderr, "launcher: program %d (%s) ended with %s %d, not with status %d\n", index, p->path,
			WIFEXITED(status) ? "status" : "signal",
			WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status), p->status);
		exit(1);
	}
	if (round < 0)
		return;
	long resident = used.ru_maxrss;
#ifdef __APPLE__
	resident /= 1024;
#endif
	printf("%d %ld %lld %lld %ld %ld %ld\n", index, round, ended - began,
		(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000ll + used.ru_utime.tv_usec + used.ru_stime.tv_usec,
		resident, used.ru_minflt + used.ru_majflt, used.ru_nvcsw + used.ru_nivcsw);
}

int main(void)
{
	struct rusage own;

	read_plan();
	signal(SIGPIPE, SIG_IGN);
	int *turn = more(NULL, count, sizeof *turn);
	for (int i = 0; i < count; i++)
		turn[i] = i;
	for (long round = -warm; round < rounds; round++) {
		for (int left = count; left > 1; left--) {
			int other = below(left), kept = turn[left - 1];
			turn[left - 1] = turn[other];
			turn[other] = kept;
		}
		for (int i = 0; i < count; i++)
			start(turn[i], round);
	}
	getrusage(RUSAGE_SELF, &own);
#ifdef __APPLE__
	own.ru_maxrss /= 1024;
#endif
	printf("floor %ld\n", own.ru_maxrss);
	if (fflush(stdout))
		stop("write");
	return 0;
}

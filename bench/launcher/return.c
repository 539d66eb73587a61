/* The least that a process can cost: it starts and returns. */
int main(void) { return 0; }

// Empty: it is here for runtimeArgs in args_unix.go.

/** The exit codes of all commands. */
export const exitCode = {
  /** Done, and everything agrees. */
  done: 0,
  /** Failed; running it again can continue. */
  failed: 1,
  /** The command line or the environment is invalid; nothing was done. */
  usage: 2,
  /** Done, and something is incomplete or different. */
  different: 3,
  /** Another process does the same; nothing was done. */
  busy: 4,
  /** Stopped by SIGINT or SIGTERM. */
  interrupted: 130,
} as const;

/** An exit code of a command. */
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** What the command's exit status says, so that scripts can tell failures apart. */

/** The exit statuses of `garrison`. `interrupted` is what a shell expects after Ctrl-C. */
export const EXIT_CODES = {
  ok: 0,
  failure: 1,
  usage: 2,
  notFound: 3,
  auth: 4,
  conflict: 5,
  interrupted: 130,
} as const

/** One of the ways in which a command can fail. */
export type FailureKind = Exclude<keyof typeof EXIT_CODES, "ok" | "interrupted">

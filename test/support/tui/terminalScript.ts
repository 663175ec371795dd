/** What runs in the terminals of tests: a program, then what it left of the terminal. */

/** The lines of a shell that run a line, and then say how it ended and whether the terminal is set as before. */
export const shellScript = (line: string): string =>
  [
    "before=$(stty -g)",
    line,
    `echo "ended with $?"`,
    `if [ "$before" = "$(stty -g)" ]; then echo "terminal as before"; else echo "terminal changed"; fi`,
    // What is typed from now on is shown, so that a test sees whether the terminal shows it.
    "exec cat",
    "",
  ].join("\n")

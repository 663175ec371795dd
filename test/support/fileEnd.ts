/**
 * What is done when the tests of a file are over. A hook of vitest in a module that files share would be registered for
 * the first of them alone; eachFile.ts, which runs anew for each file, ends what is listed here.
 */
const ends: Array<() => unknown> = []

/** Does `end` once, after the hooks of the file whose tests run now. */
export const atFileEnd = (end: () => unknown): void => {
  ends.push(end)
}

/** Does all that is listed, the latest first. */
export const endFile = async (): Promise<void> => {
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) await end()
}

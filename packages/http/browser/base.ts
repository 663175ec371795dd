/** Where the server is: the page is at `/docs` below it, whatever stands before that. */

/** The address of a server whose page is at this one: `https://game.example/backend`. */
export const baseOf = (address: string): string => {
  const { origin, pathname } = new URL(address)
  return origin + pathname.replace(/\/docs\/?$/, "")
}

/** The target of a request: its path below the prefix of the routes, and its query. */

/** The path and the query of a request target; a target in absolute form counts as its path. */
export const splitTarget = (target: string): readonly [path: string, query: string] => {
  const local = target.startsWith("/") ? target : target.replace(/^[a-z]+:\/\/[^/?]*/i, "")
  const mark = local.indexOf("?")
  return mark === -1 ? [local, ""] : [local.slice(0, mark), local.slice(mark + 1)]
}

/** The path behind the prefix; undefined: it does not begin so. */
const behind = (path: string, prefix: string): string | undefined => {
  if (path === prefix) return "/"
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined
}

/**
 * The path below the prefix. `came` is the target that the host was asked for, where the host says it: without the
 * prefix there the request is none of ours (undefined). Where it does not, a framework may have taken the prefix away.
 */
export const pathBelow = (prefix: string, path: string, came: string | undefined): string | undefined => {
  if (prefix === "") return path
  return came === undefined ? (behind(path, prefix) ?? path) : behind(splitTarget(came)[0], prefix)
}

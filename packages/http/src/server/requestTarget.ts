/** The target of a request: its path below the prefix of the routes, and its query. */

/** The path and the query of a request target; a target in absolute form counts as its path. */
export const splitTarget = (target: string): readonly [path: string, query: string] => {
  const local = target.startsWith("/") ? target : target.replace(/^[a-z]+:\/\/[^/?]*/i, "")
  const mark = local.indexOf("?")
  return mark === -1 ? [local, ""] : [local.slice(0, mark), local.slice(mark + 1)]
}

/** The path behind the prefix. A framework may have taken the prefix away already. */
export const withoutPrefix = (path: string, prefix: string): string => {
  if (path === prefix) return "/"
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path
}

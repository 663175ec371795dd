/** Lines of an answer as nodes of a tree. */
import type { Line } from "@garrison/core/operation/show/Shown"
import type { TreeNode } from "./state.ts"

/** Lines as nodes. The id of a node is its place in the tree. */
export const nodesOf = (lines: ReadonlyArray<Line>, above = ""): ReadonlyArray<TreeNode> =>
  lines.map(({ list = [], text, tone, within = [] }, at) => {
    const id = `${above}${at}`
    return { id, text, tone, children: nodesOf([...list.map((one) => ({ text: one })), ...within], `${id}.`) }
  })

/** The orders that lines are about, by the ids of their nodes. */
export const linksOf = (
  lines: ReadonlyArray<Line>,
  above = "",
): ReadonlyArray<readonly [node: string, order: string]> =>
  lines.flatMap(({ list = [], order, within = [] }, at) => {
    const id = `${above}${at}`
    const below = [...list.map((text) => ({ text })), ...within]
    return [...(order === undefined ? [] : [[id, order] as const]), ...linksOf(below, `${id}.`)]
  })

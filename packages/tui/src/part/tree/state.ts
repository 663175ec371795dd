/** A tree whose branches open and close: which are open, where the cursor is. */
import type { Tone } from "@garrison/core/operation/show/Shown"
import type { TreeAction } from "./keys.ts"

/** A node of a tree. */
export interface TreeNode {
  /** Tells it apart from all others of the tree. */
  readonly id: string
  /** What stands in its line, as it came: the tree draws it safely. */
  readonly text: string
  readonly tone?: Tone | undefined
  readonly children: ReadonlyArray<TreeNode>
}

/** A tree. */
export interface TreeState {
  readonly roots: ReadonlyArray<TreeNode>
  readonly open: ReadonlySet<string>
  readonly cursor: number
  readonly top: number
  /** Lines of the terminal. */
  readonly height: number
}

/** A line of a tree that is drawn or could be. */
export interface TreeLine {
  readonly node: TreeNode
  readonly depth: number
  readonly isOpen: boolean
}

/** The most lines that a tree has. What is under further ones is not shown before something is closed. */
const LINES_MAX = 20_000

/** Every line that is not inside a closed branch. */
export const treeLines = ({ open, roots }: TreeState): ReadonlyArray<TreeLine> => {
  const lines: Array<TreeLine> = []
  // A stack and no recursion: an explanation may be as deep as orders make orders.
  const left = roots.toReversed().map((node) => ({ node, depth: 0 }))
  for (let next = left.pop(); next !== undefined && lines.length < LINES_MAX; next = left.pop()) {
    const { depth, node } = next
    const isOpen = node.children.length > 0 && open.has(node.id)
    lines.push({ node, depth, isOpen })
    if (isOpen) for (const child of node.children.toReversed()) left.push({ node: child, depth: depth + 1 })
  }
  return lines
}

const branchIds = (roots: ReadonlyArray<TreeNode>, depth: number): ReadonlyArray<string> =>
  depth === 0
    ? []
    : roots.flatMap(({ children, id }) => (children.length === 0 ? [] : [id, ...branchIds(children, depth - 1)]))

const seen = (state: TreeState): TreeState => {
  const count = treeLines(state).length
  const cursor = Math.max(0, Math.min(state.cursor, count - 1))
  const top = Math.max(
    0,
    Math.min(count - state.height, Math.max(cursor - state.height + 1, Math.min(state.top, cursor))),
  )
  return { ...state, cursor, top }
}

/** A tree whose first levels are open. */
export const openTree = (roots: ReadonlyArray<TreeNode>, height: number, levels = 2): TreeState =>
  seen({ roots, open: new Set(branchIds(roots, levels)), cursor: 0, top: 0, height: Math.max(1, height) })

/** The tree with another number of lines. */
export const resizedTree = (state: TreeState, height: number): TreeState =>
  seen({ ...state, height: Math.max(1, height) })

/** The node at the cursor. */
export const currentNode = (state: TreeState): TreeNode | undefined => treeLines(state)[state.cursor]?.node

const LEVELS_ALL = 64

const closed = (state: TreeState): TreeState => {
  const lines = treeLines(state)
  const line = lines[state.cursor]
  if (line === undefined) return state
  if (line.isOpen) {
    const open = new Set(state.open)
    open.delete(line.node.id)
    return seen({ ...state, open })
  }
  const parent = lines.findLastIndex(({ depth }, at) => at < state.cursor && depth < line.depth)
  return parent < 0 ? state : seen({ ...state, cursor: parent })
}

const opened = (state: TreeState): TreeState => {
  const line = treeLines(state)[state.cursor]
  if (line === undefined || line.node.children.length === 0) return state
  return line.isOpen
    ? seen({ ...state, cursor: state.cursor + 1 })
    : seen({ ...state, open: new Set(state.open).add(line.node.id) })
}

/** The tree after a key. */
export const updateTree = (state: TreeState, action: TreeAction): TreeState => {
  switch (action) {
    case "up":
      return seen({ ...state, cursor: state.cursor - 1 })
    case "down":
      return seen({ ...state, cursor: state.cursor + 1 })
    case "pageUp":
      return seen({ ...state, cursor: state.cursor - state.height, top: state.top - state.height })
    case "pageDown":
      return seen({ ...state, cursor: state.cursor + state.height, top: state.top + state.height })
    case "top":
      return seen({ ...state, cursor: 0 })
    case "bottom":
      return seen({ ...state, cursor: LINES_MAX })
    case "branchOpen":
      return opened(state)
    case "branchClose":
      return closed(state)
    case "branchOpenAll":
      return seen({ ...state, open: new Set(branchIds(state.roots, LEVELS_ALL)) })
    case "branchCloseAll":
      return seen({ ...state, open: new Set(), cursor: 0 })
  }
}

/** The keys of a tree. */
import type { Binding } from "../../binding.ts"
import { walkBindings } from "../table/keys.ts"

type WalkAction = (typeof walkBindings)[number]["action"]

/** What a tree does at a key. */
export type TreeAction = WalkAction | "branchOpen" | "branchClose" | "branchOpenAll" | "branchCloseAll"

/** The bindings of a tree. */
export const treeBindings: ReadonlyArray<Binding<unknown, TreeAction>> = [
  ...walkBindings,
  { action: "branchOpen", keys: ["right", "l"], sentence: "Open the branch, or go into it", word: "open" },
  {
    action: "branchClose",
    keys: ["left", "h"],
    sentence: "Close the branch, or go to the one that it is in",
    word: "close",
  },
  { action: "branchOpenAll", keys: ["+"], sentence: "Open all branches" },
  { action: "branchCloseAll", keys: ["-"], sentence: "Close all branches" },
]

const treeActions: ReadonlySet<string> = new Set(treeBindings.map(({ action }) => action))

/** Whether an action of a screen is one of its tree. */
export const isTreeAction = (action: string): action is TreeAction => treeActions.has(action)

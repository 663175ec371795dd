/** The keys of the dialog of acts. */
import { actKeys } from "../../actKeys.ts"
import type { Binding } from "../../binding.ts"
import { formBindings } from "../../part/form/keys.ts"
import { type ActAction, type ActState, isAsked, isChoice, isEditable } from "./state.ts"
import type { ActView } from "./view.tsx"
import { secretOf } from "./words.ts"

const hasSecret = ({ performed, phase }: ActState): boolean =>
  phase === "done" && performed.some((one) => one.ok && secretOf(one.answer) !== undefined)

/** The bindings of the dialog of acts. */
export const actBindings: ReadonlyArray<Binding<ActView, ActAction>> = [
  {
    action: "yes",
    keys: ["y"],
    sentence: "Do what was rehearsed; where a secret is shown, copy it",
    wordIn: ({ act }) => (isAsked(act) ? "yes" : hasSecret(act) ? "copy" : undefined),
  },
  { action: "go", keys: ["enter"], sentence: "Do what was rehearsed; where it is done, close the dialog" },
  {
    action: "partial",
    keys: ["p"],
    sentence: "Where it is refused: do what can be done, and write down the rest as owed",
    wordIn: ({ act }) => (isChoice(act, "partial") ? "partial" : undefined),
  },
  {
    action: "from_paid",
    keys: ["f"],
    sentence: "Where it is refused: take from what was paid for, too",
    wordIn: ({ act }) => (isChoice(act, "from_paid") ? "from paid" : undefined),
  },
  {
    action: "edit",
    keys: [actKeys.edit],
    sentence: "Go back to the form",
    wordIn: ({ act }) => (isEditable(act) ? "edit" : undefined),
  },
  { action: "copyLine", keys: ["c"], sentence: "Copy the command line that does the same", word: "copy line" },
  { action: "reload", keys: ["r"], sentence: "Leave, and ask again what was changed meanwhile" },
  { action: "undo", keys: ["u"], sentence: "Undo what was just done" },
  { action: "down", keys: ["j", "down", "wheelDown"], sentence: "Show what is below" },
  { action: "up", keys: ["k", "up", "wheelUp"], sentence: "Show what is above" },
  {
    action: "leave",
    keys: ["escape"],
    sentence: "Leave without doing it; stop after the present subject",
    word: "leave",
  },
  { action: "submit", keys: ["enter"], sentence: "Go on with what was typed", word: "go on", whileTyping: true },
  { action: "leaveTyping", keys: ["escape"], sentence: "Leave without doing it", word: "leave", whileTyping: true },
  ...formBindings.map((binding) =>
    binding.action === "fieldBefore"
      ? { ...binding, sentence: "Go to the field before, or from the question back to the form" }
      : binding,
  ),
]

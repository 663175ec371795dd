/** The probe of the process (decisions, section 14). */
import { described, Enumeration, ListOf } from "@garrison/core/kernel/input/Field"
import { value } from "@garrison/core/operation/answer"
import * as Schema from "effect/Schema"
import { open, operation } from "../operation.ts"
import { content, written } from "../success.ts"

/** What the probes answer. */
const Health = Schema.Struct({
  status: described(Enumeration(["alive", "ready"]), "What the probe asks about: the process, or its readiness."),
  warnings: described(
    Schema.optionalKey(ListOf(Enumeration(["clock"]))),
    "Of a process that is ready. `clock`: the newest rows of storage are an hour ahead of its clock. Absent: nothing.",
  ),
}).annotate({ identifier: "Health" })

/** Waits for nothing. */
export const livez = operation({
  id: "livez",
  method: "GET",
  path: "/livez",
  mounts: ["public", "probes"],
  access: open,
  lane: "none",
  summary: "Whether the process lives",
  description: "Answers as long as the process can answer at all, whatever storage does.",
  success: written(content(value(Health))),
  example: { answer: { status: "alive" } },
})

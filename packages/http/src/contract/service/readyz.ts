/** The probe of the service (decisions, section 14). */
import { open, operation } from "../operation.ts"
import { livez } from "./livez.ts"

/** Waits in no line. */
export const readyz = operation({
  id: "readyz",
  method: "GET",
  path: "/readyz",
  mounts: ["public", "probes"],
  access: open,
  lane: "none",
  summary: "Whether requests should be sent here",
  description:
    "503 while storage would take no write, while the server starts or is overloaded, and from the moment it was asked " +
    "to stop. `desc` says why: `starting`, `unreachable`, `disk_full`, `locked`, `read_only`, `damaged`, `epoch` or " +
    "`hanging`.",
  success: livez.success,
  example: { answer: { status: "ready" } },
})

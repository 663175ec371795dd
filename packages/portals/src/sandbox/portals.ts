/** Every portal that the sandbox plays, by name. */
import { makeSandboxAlpha } from "./portal/alpha.ts"
import type { SandboxPortal, Stage } from "./SandboxPortal.ts"

/** The portals of the sandbox. */
export const sandboxPortals = {
  alpha: makeSandboxAlpha,
} satisfies Readonly<Record<string, (stage: Stage) => SandboxPortal>>

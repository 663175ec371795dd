/** Every portal that the sandbox plays, by name. */
import { makeSandboxAlpha } from "./portal/alpha.ts"
import { makeSandboxBravo } from "./portal/bravo.ts"
import { makeSandboxCharlie } from "./portal/charlie.ts"
import { makeSandboxDeltalive } from "./portal/deltalive.ts"
import { makeSandboxEcho } from "./portal/echo.ts"
import { makeSandboxFoxtrot } from "./portal/foxtrot.ts"
import { makeSandboxGolf } from "./portal/golf.ts"
import { makeSandboxHotel } from "./portal/hotel.ts"
import { makeSandboxIndia } from "./portal/india.ts"
import { makeSandboxJuliet } from "./portal/juliet.ts"
import type { SandboxPortal, Stage } from "./SandboxPortal.ts"

/** The portals of the sandbox. */
export const sandboxPortals = {
  alpha: makeSandboxAlpha,
  bravo: makeSandboxBravo,
  charlie: makeSandboxCharlie,
  deltalive: makeSandboxDeltalive,
  echo: makeSandboxEcho,
  foxtrot: makeSandboxFoxtrot,
  golf: makeSandboxGolf,
  hotel: makeSandboxHotel,
  india: makeSandboxIndia,
  juliet: makeSandboxJuliet,
} satisfies Readonly<Record<string, (stage: Stage) => SandboxPortal>>

/** Other names by which a request may call a portal: those of its grants, and the word of the OAuth routes. */
const otherNames: Readonly<Record<string, keyof typeof sandboxPortals>> = {
  delta: "deltalive",
  echo4_v1: "echo",
  echo4_v3: "echo",
  echo5_v3: "echo",
  foxtrot_switch: "foxtrot",
}

/** The name of the portal that `name` means. */
export const portalName = (name: string): string => otherNames[name] ?? name

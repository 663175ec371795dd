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

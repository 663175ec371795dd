/** The service itself: whether it lives and is ready, and its own description. */
import { area } from "./area.ts"
import { docs } from "./service/docs.ts"
import { livez } from "./service/livez.ts"
import { openapi } from "./service/openapi.ts"
import { readyz } from "./service/readyz.ts"

/** Those that are about the service and not about a game. */
export const service = area("service", "Health and description of the service.", [livez, readyz, openapi, docs])

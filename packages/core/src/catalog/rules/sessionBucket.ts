/** The bucket of a session (decisions, section 11). Rules of items say by it which buckets count. */
import type { Platform } from "../../kernel/Platform.ts"
import type { InventoryBucket } from "../schema.ts"

/** The bucket that sessions of each platform earn into; platforms without their own bucket use `none`. */
export const PLATFORM_BUCKETS: Readonly<Record<Platform, InventoryBucket>> = {
  Anon: "anon",
  Basic: "none",
  DeltaLive: "delta_live",
  Echo: "echo",
  FoxtrotNAID: "foxtrot",
  FoxtrotSwitch: "foxtrot_switch",
  FoxtrotPPID: "foxtrot_ppid",
  Alpha: "alpha",
  AlphaPlay: "alpha_play",
  Bravo: "bravo",
  Charlie: "charlie",
  Golf: "golf",
  Hotel: "hotel",
  India: "india",
  Juliet: "none",
  LegacyName: "none",
}

/** The bucket of a session: its platform's; `none` when a server acts without a session. */
export const sessionBucket = (platform: Platform | undefined): InventoryBucket =>
  platform === undefined ? "none" : PLATFORM_BUCKETS[platform]

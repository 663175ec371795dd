/**
 * What one sender may take of the process while it is saturated and others wait (decisions, section 15; guarantees
 * R80): time of the processor for requests that are refused, and bytes of large answers. Each is shared out by address,
 * an IPv6 /64 being one, within an address by account, and by account wherever it sends from. Otherwise nothing binds:
 * who is alone may take everything.
 */
import { addressScope } from "@garrison/core/kernel/input/Address"
import type { Caller } from "@garrison/core/kernel/Caller"
import * as Context from "effect/Context"
import type { Outlet } from "../request/Answer.ts"
import { Spending } from "./Spending.ts"

/** What all senders may take together while the process is saturated. */
export interface FairUseLimits {
  /** Milliseconds of the processor each second, for requests that are refused. */
  readonly refusedMillisPerSecond: number
  /** Bytes each second, of answers that are large. */
  readonly largeReadBytesPerSecond: number
}

/** The limit that binds, by its setting. */
export type FairUseLimit = keyof FairUseLimits

/** The functions of the process that fair use needs. */
export interface ProcessLoad {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** Milliseconds of the event loop up to now: how many it had work, and how many it had none. */
  readonly loop: () => { readonly active: number; readonly idle: number }
}

/** The load of this process; tests replace it. */
export const ProcessLoad = Context.Reference<ProcessLoad>("@garrison/http/server/FairUse/ProcessLoad", {
  defaultValue: () => ({ now: () => performance.now(), loop: () => performance.eventLoopUtilization() }),
})

/** Who sends a request. */
export interface Sender {
  /** Its address; empty: unknown. */
  address(): string
  /** Undefined where no access token was verified. */
  readonly caller: Caller | undefined
  /** Whether its request waits for a place, or has one. */
  readonly isUnderWay: boolean
}

/** How often the event loop is looked at, in ms. */
const LOOK_MILLIS = 100
/** Part of that time in which a saturated loop has work. */
const SATURATED_FROM = 0.9
/** The process counts as saturated for so long, in ms, and others as waiting, after they were seen. */
const HOLD_MILLIS = 1000

/** Bytes from which an answer is large. What is smaller costs the request itself, not its bytes. */
export const LARGE_BYTES = 8 * 1024

/** Counts what a live body writes. Its parts are small: they are counted when many were written. */
export class CountedOutlet implements Outlet {
  readonly #outlet: Outlet
  readonly #sent: (bytes: number) => void
  #bytes = 0

  constructor(outlet: Outlet, sent: (bytes: number) => void) {
    this.#outlet = outlet
    this.#sent = sent
  }

  write(part: Uint8Array): boolean {
    this.#bytes += part.length
    if (this.#bytes >= LARGE_BYTES) {
      this.#sent(this.#bytes)
      this.#bytes = 0
    }
    return this.#outlet.write(part)
  }

  get writableLength(): number {
    return this.#outlet.writableLength
  }

  end(part: Uint8Array): void {
    this.#outlet.end(part)
  }

  destroy(): void {
    this.#outlet.destroy()
  }
}

/** All senders without an account, where accounts are compared. */
const NOBODY = ""

/** A request as others see it. */
interface Seen {
  readonly who: string
  readonly request: Pick<Sender, "isUnderWay">
  readonly at: number
}

/** The last request, and the last one of somebody else: for anybody, one of the two is always of others. */
class Others {
  #last: Seen | undefined
  #other: Seen | undefined
  #contendedUntil = Number.NEGATIVE_INFINITY

  seen(who: string, request: Sender, now: number): void {
    if (this.#last !== undefined && this.#last.who !== who) this.#other = this.#last
    // Who sends one request after the other keeps nobody waiting.
    if (this.#other?.request.isUnderWay === true) this.#contendedUntil = now + HOLD_MILLIS
    this.#last = { who, request, at: now }
  }

  /** Whether requests have been under way at the same time lately, and one of them was of somebody else. */
  wait(who: string, now: number): boolean {
    const other = who === this.#last?.who ? this.#other : this.#last
    return now < this.#contendedUntil && other !== undefined && now - other.at < HOLD_MILLIS
  }
}

/** Counts what senders take, and says who has taken enough. */
export class FairUse {
  readonly #load: ProcessLoad
  readonly #byAddress: Readonly<Record<FairUseLimit, Spending>>
  readonly #byAccount: Readonly<Record<FairUseLimit, Spending>>
  readonly #addresses = new Others()
  readonly #accounts = new Others()
  #loop: ReturnType<ProcessLoad["loop"]>
  #lookedAt: number
  #saturatedUntil = Number.NEGATIVE_INFINITY

  constructor({ largeReadBytesPerSecond, refusedMillisPerSecond }: FairUseLimits, load: ProcessLoad) {
    const spending = () => ({
      refusedMillisPerSecond: new Spending({ perSecond: refusedMillisPerSecond }),
      largeReadBytesPerSecond: new Spending({ perSecond: largeReadBytesPerSecond }),
    })
    this.#load = load
    this.#byAddress = spending()
    this.#byAccount = spending()
    this.#loop = load.loop()
    this.#lookedAt = load.now()
  }

  /** Counts what a sender has taken. */
  took(limit: FairUseLimit, sender: Sender, amount: number): void {
    const now = this.#load.now()
    const account = sender.caller?.subject ?? NOBODY
    const address = sender.address()
    if (address !== "") this.#byAddress[limit].spend(addressScope(address), account, amount, now)
    if (account !== NOBODY) this.#byAccount[limit].spend(account, account, amount, now)
  }

  /** Notes that a sender has a request. Nobody knows its account before its access token was verified. */
  came(sender: Sender, takesToken: boolean): void {
    const now = this.#load.now()
    if (!this.#isSaturated(now)) return
    this.#addresses.seen(addressScope(sender.address()), sender, now)
    if (!takesToken) this.#accounts.seen(NOBODY, sender, now)
    else if (sender.caller !== undefined) this.#accounts.seen(sender.caller.subject, sender, now)
  }

  /** Whether the event loop has had hardly any rest lately. Otherwise nothing binds. */
  get isSaturated(): boolean {
    return this.#isSaturated(this.#load.now())
  }

  /** Whether a sender has taken more than its share, while the process is saturated and others wait. */
  isOver(limit: FairUseLimit, sender: Sender): boolean {
    const now = this.#load.now()
    if (!this.#isSaturated(now)) return false
    const account = sender.caller?.subject ?? NOBODY
    const isOver = account !== NOBODY && this.#byAccount[limit].isOver(account, account, now)
    if (isOver && this.#accounts.wait(account, now)) return true
    const address = addressScope(sender.address())
    return this.#byAddress[limit].isOver(address, account, now) && this.#addresses.wait(address, now)
  }

  #isSaturated(now: number): boolean {
    const millis = now - this.#lookedAt
    if (millis >= LOOK_MILLIS) {
      const { active, idle } = this.#load.loop()
      const worked = active - this.#loop.active
      if (worked >= SATURATED_FROM * (worked + idle - this.#loop.idle)) this.#saturatedUntil = now + HOLD_MILLIS
      this.#loop = { active, idle }
      this.#lookedAt = now
    }
    return now < this.#saturatedUntil
  }
}

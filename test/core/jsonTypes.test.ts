/**
 * The documented types that hosts without Effect get have the fields of the schemas, none missing and none of another
 * kind. What this shows is shown by the compiler: a difference does not compile.
 */
import type { HostAct, LoginOptions } from "@garrison/core/hostAct"
import type { NamedOrderEntry } from "@garrison/core/hostOrders"
import type { HostMethods } from "@garrison/core/hostMethods"
import type { hostRows } from "@garrison/core/hostRows"
import type { GivenSettings } from "@garrison/core/settings"
import type { HandlerOptions, ServeOptions } from "@garrison/http/embedding/options"
import type {
  ExpectedQuoteAnswer,
  InventoryPageAnswer,
  InventoryQuery,
  InventoryRecordAnswer,
  LevelsAnswer,
  LoginAnswer,
  LoginInput,
  MergeCounts,
  NotificationContent,
  NotificationPageAnswer,
  NotificationQuery,
  OddsAnswer,
  OddsQuery,
  Order,
  OrderEntryInput,
  OrderExplanationAnswer,
  OrderForPlayer,
  OrderInput,
  OrderPageAnswer,
  OrderQuery,
  OrderQuoteAnswer,
  PortalUserInput,
  PortalUsersAnswer,
  PresenceAnswer,
  PresenceReport,
  PurchasePriceInput,
  SessionInput,
} from "@garrison/core/hostTypes"
import type { InventoryPage, InventoryRecord, PlayerLevels } from "@garrison/core/inventory/schema"
import type { PortalUserNamed } from "@garrison/core/kernel/PortalUserNamed"
import type { LinkedPortalUsers, Merge } from "@garrison/core/linking/schema"
import type { LoginRequest, LoginResult } from "@garrison/core/login/schema"
import type { NotificationInput, NotificationPage } from "@garrison/core/notification/schema"
import type { ExpectedQuote } from "@garrison/core/odds/expectedQuoteSchema"
import type { LootOddsAnswer } from "@garrison/core/odds/schema"
import type { OrderExplanation } from "@garrison/core/order/explanation"
import type { OrderQuote } from "@garrison/core/order/quoteSchema"
import type { OrderRequest, OrdersRequest, PlayerOrderPage, SessionRequest } from "@garrison/core/order/schema"
import type { PresencePatch, PresenceRecord } from "@garrison/core/presence/schema"
import type * as Schema from "effect/Schema"
import { describe, expectTypeOf, it } from "vitest"

/**
 * A type with every field required, down to the leaves: a schema may call optional what this service always sends.
 * Integers of 64 bits are one word, because their schema also allows what only the encoder makes.
 */
type Shape<T> = [Schema.Json] extends [T]
  ? "json"
  : [bigint] extends [T]
    ? "int64"
    : T extends string | number | boolean | null | undefined
      ? T
      : T extends ReadonlyArray<infer Element>
        ? ReadonlyArray<Shape<Element>>
        : { readonly [Field in keyof T]-?: Shape<Exclude<T[Field], undefined>> }

/** The JSON of the answer of a method's operation. */
type AnswerOf<Name extends keyof HostMethods> = Exclude<
  (typeof hostRows)[Name]["operation"],
  (...given: never) => unknown
>["answer"]["schema"]["Encoded"]

type AreSame<One, Other> = [One, Other] extends [Other, One] ? true : false

/** The methods whose answers have another shape than those of their operations. */
type OfOtherShape = {
  [Name in keyof HostMethods]: AreSame<
    Shape<Awaited<ReturnType<HostMethods[Name]>>>,
    Shape<AnswerOf<Name>>
  > extends true
    ? never
    : Name
}[keyof HostMethods]

type Optional<T> = { [Field in keyof T]: object extends Pick<T, Field> ? Field : never }[keyof T]

/** The optional members of a type, each of them `undefined`. */
type Unset<T> = { readonly [Field in Optional<T> & keyof T]: undefined }

type OptionalOf<T> = Pick<T, Optional<T> & keyof T>

describe("the documented types", () => {
  it("of answers are those of the schemas", () => {
    expectTypeOf<Shape<LoginAnswer>>().toEqualTypeOf<Shape<typeof LoginResult.Encoded>>()
    expectTypeOf<Shape<PortalUsersAnswer>>().toEqualTypeOf<Shape<typeof LinkedPortalUsers.Encoded>>()
    expectTypeOf<Shape<MergeCounts>>().toEqualTypeOf<Shape<typeof Merge.Encoded>>()
    expectTypeOf<Shape<OrderPageAnswer>>().toEqualTypeOf<Shape<typeof PlayerOrderPage.Encoded>>()
    expectTypeOf<Shape<InventoryRecordAnswer>>().toEqualTypeOf<Shape<typeof InventoryRecord.Encoded>>()
    expectTypeOf<Shape<InventoryPageAnswer>>().toEqualTypeOf<Shape<typeof InventoryPage.Encoded>>()
    expectTypeOf<OrderQuoteAnswer>().toExtend<typeof OrderQuote.Encoded>()
    expectTypeOf<Omit<OrderQuoteAnswer, "entries">>().toEqualTypeOf<Omit<typeof OrderQuote.Encoded, "entries">>()
    expectTypeOf<OrderExplanationAnswer>().toExtend<typeof OrderExplanation.Encoded>()
    expectTypeOf<typeof OrderExplanation.Encoded>().toExtend<OrderExplanationAnswer>()
    expectTypeOf<Shape<OrderExplanationAnswer>>().toEqualTypeOf<Shape<typeof OrderExplanation.Encoded>>()
    expectTypeOf<Shape<LevelsAnswer>>().toEqualTypeOf<Shape<typeof PlayerLevels.Encoded>>()
    expectTypeOf<Shape<ExpectedQuoteAnswer>>().toEqualTypeOf<Shape<typeof ExpectedQuote.Encoded>>()
    expectTypeOf<Shape<OddsAnswer>>().toEqualTypeOf<Shape<typeof LootOddsAnswer.Encoded>>()
    expectTypeOf<Shape<NotificationPageAnswer>>().toEqualTypeOf<Shape<typeof NotificationPage.Encoded>>()
    expectTypeOf<Shape<PresenceAnswer>>().toEqualTypeOf<Shape<typeof PresenceRecord.Encoded>>()
    expectTypeOf<LoginAnswer>().toExtend<typeof LoginResult.Encoded>()
    expectTypeOf<OrderPageAnswer>().toExtend<typeof PlayerOrderPage.Encoded>()
    expectTypeOf<InventoryPageAnswer>().toExtend<typeof InventoryPage.Encoded>()
  })

  it("of what methods answer are those of their operations", () => {
    expectTypeOf<OfOtherShape>().toEqualTypeOf<"quoteOrder">()
  })

  it("of input are those of the schemas", () => {
    expectTypeOf<Shape<Omit<LoginInput, "grant_type">>>().toEqualTypeOf<
      Shape<Omit<typeof LoginRequest.Encoded, "grant_type">>
    >()
    expectTypeOf<Shape<PortalUserInput>>().toEqualTypeOf<Shape<typeof PortalUserNamed.Encoded>>()
    expectTypeOf<Shape<OrderInput>>().toEqualTypeOf<Shape<typeof OrderRequest.Encoded>>()
    expectTypeOf<Shape<ReadonlyArray<OrderForPlayer>>>().toEqualTypeOf<Shape<typeof OrdersRequest.Encoded.orders>>()
    expectTypeOf<Shape<SessionInput>>().toEqualTypeOf<Shape<typeof SessionRequest.Encoded>>()
    expectTypeOf<Shape<NotificationContent>>().toEqualTypeOf<Shape<typeof NotificationInput.Encoded>>()
    expectTypeOf<Shape<PresenceReport>>().toEqualTypeOf<Shape<typeof PresencePatch.Encoded>>()
  })

  it("of input take undefined for every member that is optional", () => {
    expectTypeOf<Unset<LoginInput>>().toExtend<OptionalOf<LoginInput>>()
    expectTypeOf<Unset<OrderInput>>().toExtend<OptionalOf<OrderInput>>()
    expectTypeOf<Unset<OrderEntryInput>>().toExtend<OptionalOf<OrderEntryInput>>()
    expectTypeOf<Unset<PurchasePriceInput>>().toExtend<OptionalOf<PurchasePriceInput>>()
    expectTypeOf<Unset<OrderForPlayer>>().toExtend<OptionalOf<OrderForPlayer>>()
    expectTypeOf<Unset<SessionInput>>().toExtend<OptionalOf<SessionInput>>()
    expectTypeOf<Unset<NotificationContent>>().toExtend<OptionalOf<NotificationContent>>()
    expectTypeOf<Unset<PresenceReport>>().toExtend<OptionalOf<PresenceReport>>()
    expectTypeOf<Unset<OrderQuery>>().toExtend<OptionalOf<OrderQuery>>()
    expectTypeOf<Unset<InventoryQuery>>().toExtend<OptionalOf<InventoryQuery>>()
    expectTypeOf<Unset<NotificationQuery>>().toExtend<OptionalOf<NotificationQuery>>()
    expectTypeOf<Unset<OddsQuery>>().toExtend<OptionalOf<OddsQuery>>()
    expectTypeOf<Unset<LoginOptions>>().toExtend<OptionalOf<LoginOptions>>()
    expectTypeOf<Unset<HostAct>>().toExtend<OptionalOf<HostAct>>()
    expectTypeOf<Unset<GivenSettings>>().toExtend<OptionalOf<GivenSettings>>()
    expectTypeOf<Unset<ServeOptions>>().toExtend<OptionalOf<ServeOptions>>()
    expectTypeOf<Unset<HandlerOptions>>().toExtend<OptionalOf<HandlerOptions>>()
    // What is answered does not: a member that is absent is never there as undefined.
    expectTypeOf<Unset<Order>>().not.toExtend<OptionalOf<Order>>()
  })
})

describe("an entry of an order", () => {
  it("has the fields of its type and no others", () => {
    const of = (entry: NamedOrderEntry) => entry
    of({ type: "fill_loot", loot: "shop/sword", quantity: 1 })
    of({
      type: "purchase_loot",
      loot_id: 1,
      quantity: 1,
      purchase_price: { currencies: [{ price_item: "coins", price: 1 }] },
    })
    of({ type: "promotion_code", external_tran_id: "WELCOME", quantity: 1 })
    of({ type: "update_inventory", inventory_id: "…", quantity: 1, custom_data: { dye: "red" } })
    expectTypeOf<{ type: "fill_loot"; quantity: 1 }>().not.toExtend<NamedOrderEntry>()
    expectTypeOf<{ type: "fill_loot"; loot: "a"; loot_id: 1; quantity: 1 }>().not.toExtend<NamedOrderEntry>()
    expectTypeOf<{ type: "promotion_code"; quantity: 1 }>().not.toExtend<NamedOrderEntry>()
    expectTypeOf<{ type: "update_inventory"; quantity: 1 }>().not.toExtend<NamedOrderEntry>()
    // A field of another type, in an entry that is written out.
    // @ts-expect-error a purchase alone has a price
    const priced: NamedOrderEntry = { type: "fill_loot", loot: "a", quantity: 1, purchase_price: {} }
    // @ts-expect-error loot is no item
    const given: NamedOrderEntry = { type: "create_new_persistent_inventory", loot: "a", quantity: 1 }
    // @ts-expect-error only records that are made or changed have data
    const filled: NamedOrderEntry = { type: "fill_loot", loot_id: 1, quantity: 1, custom_data: {} }
    void [priced, given, filled]
  })
})

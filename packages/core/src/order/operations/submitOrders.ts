/** Submitting orders of many players at once (decisions, section 12). */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { ListOf } from "../../kernel/input/Field.ts"
import { type Act, callerOf } from "../../operation/Act.ts"
import { listOfTexts } from "../../operation/answer.ts"
import { caller, GOBLIN, goblinOrder } from "../../operation/examples.ts"
import { play } from "../../operation/Operation.ts"
import { RefusalJson, refusalTextOf } from "../../operation/refusal.ts"
import { Orders } from "../Orders.ts"
import { OrdersRequest, PlayerOrder } from "../schema.ts"

/** What became of one of the orders. */
const SubmittedOrder = Schema.Struct({
  order: Schema.optionalKey(PlayerOrder),
  error: Schema.optionalKey(RefusalJson),
}).annotate({ description: "One of the orders: `order` if it is stored, else `error`." })

/** The orders, each as it ended, in the sequence of the input. */
export const endsOf = ({ orders: given }: OrdersRequest, act: Act) =>
  Orders.use((orders) =>
    orders.submitMany(
      given.map(({ player_uuid: player, ...request }) => ({ player, request })),
      callerOf(act),
    ),
  )

/** Submits orders of many players. */
export const submitOrders = play(
  { name: "order.submitMany", permissions: ["inv:create_order:player:any", "operator:spend:item"] },
  {
    title: "Submit orders for many players",
    sentence:
      "Submits up to 100 orders, each as if it came by itself: it is stored or refused by itself, and answered in its " +
      "place, also where others are refused. Orders of one player run in their sequence, those of several players at the " +
      "same time. To repeat a request safely, give each order a client_order_ref_id: orders that are stored already are " +
      "answered as they are stored. A broken field of any order refuses the whole request.",
    input: OrdersRequest.fields,
    answer: listOfTexts(
      Schema.Struct({
        orders: ListOf(SubmittedOrder).annotate({ description: "In the sequence of the input." }),
      }),
      "orders",
    ),
    refusals: [],
    example: {
      input: {
        orders: [
          {
            player_uuid: caller,
            client_order_ref_id: "3b7d2f0a-1c55-4f0e-9a44-5e8c7d6b2a10",
            source: "REWARDS",
            entries: [{ type: "fill_loot", loot_id: GOBLIN, quantity: 1 }],
          },
        ],
      },
      answer: { orders: [{ order: goblinOrder }] },
    },
    run: (input, act) =>
      Effect.map(endsOf(input, act), (ends) => ({
        orders: ends.map((end) =>
          Exit.isSuccess(end) ? `{"order":${end.value.wire}}` : `{"error":${refusalTextOf(end.cause)}}`,
        ),
      })),
  },
)

/**
 * A load balancer as an operator has one: it sends each request to the next node that was ready when it last looked, on
 * connections that it keeps, and never sends a request again.
 */
import { Agent, request } from "node:http"
import { LOOPBACK } from "./loopback.ts"

/** A request by way of the balancer. */
export interface Balanced {
  readonly method: string
  readonly path: string
  readonly token?: string
  readonly body?: object
}

/** What became of a request: its status, or why it got no answer. */
export type Outcome = number | string

/** A node behind the balancer. */
export class BalancedNode {
  /** Whether the node was ready when the balancer last looked. */
  isReady = false
  /** Requests that were sent to it. */
  sent = 0
  #underWay = 0
  readonly #port: number
  readonly #agent = new Agent({ keepAlive: true })

  constructor(port: number) {
    this.#port = port
  }

  /** Whether no request to it is under way. */
  get isQuiet(): boolean {
    return this.#underWay === 0
  }

  async look(): Promise<void> {
    this.isReady = (await this.#exchange({ method: "GET", path: "/readyz" })) === 200
  }

  async send(balanced: Balanced): Promise<Outcome> {
    this.sent++
    this.#underWay++
    const outcome = await this.#exchange(balanced)
    this.#underWay--
    return outcome
  }

  close(): void {
    this.#agent.destroy()
  }

  #exchange({ body, method, path, token }: Balanced): Promise<Outcome> {
    const headers: Record<string, string> = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    }
    return new Promise((settle) => {
      const target = { host: LOOPBACK, port: this.#port, method, path, headers, agent: this.#agent }
      const sent = request(target, (incoming) => {
        incoming.once("error", (error) => settle(String(error)))
        incoming.once("end", () => settle(incoming.statusCode ?? 0)).resume()
      })
      sent.once("error", (error) => settle(String(error)))
      sent.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }
}

/** The balancer. */
export class Balancer {
  #nodes: ReadonlyArray<BalancedNode> = []
  #turn = 0

  /** Takes in a node that is ready. */
  async add(port: number): Promise<BalancedNode> {
    const node = new BalancedNode(port)
    await node.look()
    this.#nodes = [...this.#nodes, node]
    return node
  }

  /** Leaves out a node that has stopped. */
  remove(node: BalancedNode): void {
    this.#nodes = this.#nodes.filter((other) => other !== node)
    node.close()
  }

  /** Sends the request to the next node in turn. */
  async send(balanced: Balanced): Promise<Outcome> {
    const ready = this.#nodes.filter(({ isReady }) => isReady)
    const node = ready[this.#turn++ % ready.length]
    return node === undefined ? "no node is ready" : await node.send(balanced)
  }
}

/** The part of autocannon that the bench uses; the package ships no types. */
declare module "autocannon" {
  interface Options {
    readonly url: string
    readonly connections: number
    readonly duration: number
    readonly requests: ReadonlyArray<object>
  }
  interface Result {
    readonly duration: number
    readonly errors: number
    readonly timeouts: number
    readonly requests: { readonly total: number }
    readonly latency: { readonly p99: number }
  }
  const autocannon: (options: Options) => Promise<Result>
  export default autocannon
}

/** Numbers with what they count, as values of answers say them too. */
export { counted } from "@garrison/core/operation/show/counted"

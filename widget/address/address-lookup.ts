import type { AddressPart } from './address-shape.ts';

/** An address that the shop's search found: what the shopper chooses by, and the parts that it fills. */
export interface AddressSuggestion extends Partial<Record<AddressPart, string>> {
  label: string;
}

/**
 * Finds addresses for what the shopper typed into the address field, the likeliest first. The first five are offered. A
 * failure offers none.
 * @param text at least three characters
 * @param country two letters; empty if it is not known
 */
export type AddressLookup = (text: string, country: string) => Promise<readonly AddressSuggestion[]>;

import { TransactionId } from '../../shared/interface/identifiers.ts';

/**
 * Whether a transaction ID can be one of an order of ours: the order's number, a hyphen and digits (interface 2.1), at most
 * 64 characters. Nothing separates the parts of a digest, so that the shape alone tells `7-12345` of the order 7 from what
 * another split of the same text would say.
 */
export function isOwnTransactionId(orderNo: string, id: string): boolean {
  const isShaped = id.startsWith(`${orderNo}-`) && /^\d+$/.test(id.slice(orderNo.length + 1));
  return isShaped && TransactionId.safeParse(id).success;
}

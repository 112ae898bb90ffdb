import { GatewayTransactionId } from '../../shared/interface/formats.ts';

/**
 * Whether a transaction ID can be one of an order of ours: the order_no, a hyphen and digits (interface 2.1), at most 64
 * characters. A digest has no separators, so only this shape tells `7-12345` of the order 7 from another split.
 */
export function mayBeTransactionIdOfOrder(orderNo: string, id: string): boolean {
  const isShaped = id.startsWith(`${orderNo}-`) && /^\d+$/.test(id.slice(orderNo.length + 1));
  return isShaped && GatewayTransactionId.safeParse(id).success;
}

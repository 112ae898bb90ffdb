/**
 * Classes of network addresses: loopback, internal, reserved, public.
 * The one place that holds the ranges.
 */
export {
  addressOfHost,
  embeddedAddresses,
  ipv6Groups,
  isInternalAddress,
  isLoopback,
  isPublicHost,
  isReservedName,
  takesWebhooks,
} from './network-addresses.ts';

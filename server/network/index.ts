/** Classes of network addresses: loopback, internal, reserved, public. The only place with the ranges. */
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

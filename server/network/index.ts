/** Classes of network addresses: loopback, internal, reserved, public. The only place with the ranges. */
export {
  addressOfHost,
  embeddedIpv4Addresses,
  ipv6Groups,
  isInternalAddress,
  isLoopback,
  isPublicHost,
  isReservedName,
  isWebhookHost,
} from './network-addresses.ts';

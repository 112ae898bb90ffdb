/** Classes of network addresses: loopback, internal, reserved, public. The only place with the ranges. */
export {
  parseIpHost,
  embeddedIpv4Addresses,
  ipv6Groups,
  isInternalAddress,
  isLoopback,
  isPublicHost,
  isReservedName,
  isWebhookAllowedToIp,
} from './network-addresses.ts';

/** Classes of network addresses: loopback, internal, reserved, public. The only place with the ranges. */
export {
  ipLiteralOfHost,
  embeddedIpv4Addresses,
  ipv6Groups,
  isInternalAddress,
  isLoopback,
  isPublicHost,
  isReservedHostName,
  isAllowedWebhookIp,
} from './network-addresses.ts';

import { InvalidArgumentError } from '@kanmon/core';
import ipaddr from 'ipaddr.js';

/** Which addresses may be dialled. */
export interface AddressPolicy {
  allows(address: string): boolean;
}

const globalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * Public unicast addresses, and the given ranges. IPv4-mapped forms are judged by the address in
 * them; IPv6 only inside 2000::/3, since ipaddr.js calls `::7f00:1` unicast.
 */
export function createAddressPolicy(allowed: readonly string[] = []): AddressPolicy {
  const ranges = allowed.map((range) => {
    try {
      return ipaddr.parseCIDR(range);
    } catch (cause) {
      throw new InvalidArgumentError(
        `expected allowAddresses to hold CIDR ranges like '10.0.0.0/8', got ${JSON.stringify(range)}`,
        { cause },
      );
    }
  });
  return {
    allows(text) {
      if (!ipaddr.isValid(text) || text.includes('%')) return false;
      const address = ipaddr.process(text);
      if (ranges.some((range) => range[0].kind() === address.kind() && address.match(range)))
        return true;
      if (address.range() !== 'unicast') return false;
      return address.kind() === 'ipv4' || address.match(globalUnicast);
    },
  };
}

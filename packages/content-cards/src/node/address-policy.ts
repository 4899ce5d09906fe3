import { InvalidArgumentError } from '@kanmon/core';
import ipaddr from 'ipaddr.js';

/** Which addresses may be dialled. */
export interface AddressPolicy {
  allows(address: string): boolean;
}

const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Ranges that ipaddr.js calls unicast and that are not the public internet. */
const refusedRanges = [
  // Azure's host service: DNS, health and the agent of a virtual machine.
  '168.63.129.16/32',
  // 6bone, returned in 2006 (RFC 3701).
  '3ffe::/16',
].map((range) => ipaddr.parseCIDR(range));

/**
 * Creates the policy: public unicast addresses and the given ranges. IPv4-mapped forms are judged
 * by the address in them. IPv6 must be inside 2000::/3, since ipaddr.js calls `::7f00:1` unicast,
 * and must not be an ISATAP address, which a gateway turns into the IPv4 address in it.
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
      if (isIn(address, ranges)) return true;
      if (address.range() !== 'unicast' || isIn(address, refusedRanges)) return false;
      return (
        address.kind() === 'ipv4' ||
        (address.match(globalUnicast) && !isIsatap(address.toByteArray()))
      );
    },
  };
}

type Address = ReturnType<typeof ipaddr.process>;
type Range = ReturnType<typeof ipaddr.parseCIDR>;

function isIn(address: Address, ranges: readonly Range[]): boolean {
  return ranges.some((range) => range[0].kind() === address.kind() && address.match(range));
}

/** Interface identifiers 0000:5efe and 0200:5efe before an IPv4 address (RFC 5214 6.1). */
function isIsatap(bytes: readonly number[]): boolean {
  const [universal, next, third, fourth] = bytes.slice(8, 12);
  return (universal === 0 || universal === 2) && next === 0 && third === 0x5e && fourth === 0xfe;
}

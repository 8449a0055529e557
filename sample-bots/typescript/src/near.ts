/** Which addresses no HTTP proxy leads to. Only for Node. */
import { BlockList, isIPv6 } from "node:net";

/** This machine, and private networks. */
const NEAR = new BlockList();
NEAR.addAddress("0.0.0.0");
NEAR.addSubnet("127.0.0.0", 8);
NEAR.addSubnet("10.0.0.0", 8);
NEAR.addSubnet("172.16.0.0", 12);
NEAR.addSubnet("192.168.0.0", 16);
NEAR.addSubnet("169.254.0.0", 16);
NEAR.addAddress("::1", "ipv6");
NEAR.addSubnet("fc00::", 7, "ipv6");
NEAR.addSubnet("fe80::", 10, "ipv6");

/** Whether this host is on this machine or in a private network. No name is looked up. */
export function isNear(host: string): boolean {
  const address = host.replace(/%.*$/, "");
  if (isIPv6(address)) return NEAR.check(address, "ipv6");
  return !address.includes(".") || /\.localhost$/i.test(address) || NEAR.check(address);
}

const HOW = 'an address is mqtt://HOST:PORT, mqtts://HOST:PORT, wss://CONSOLE/mqtt, or the console itself: https://CONSOLE';

/** Returns the URL of the broker: the given one, or `/mqtt` on the given URL of a console. Throws for any other address. Source: AGENT5. */
export function brokerOf(address: string): string {
  const url = URL.parse(address);
  if (url === null) throw new Error(`${address} is no address: ${HOW}`);
  if (/^(?:mqtts?|wss?):$/.test(url.protocol)) return address;
  if (!/^https?:$/.test(url.protocol)) throw new Error(`${url.protocol} is not known: ${HOW}`);
  return new URL('/mqtt', url).href.replace(/^http/, 'ws');
}

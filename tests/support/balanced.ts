/** Returns a `fetch` that sends each request to the next of several servers, as a load balancer does, whatever the origin of its address. */
export function balanced(ports: readonly number[]): typeof fetch {
  let sent = 0;
  return (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input);
    address.port = String(ports[sent % ports.length]);
    sent += 1;
    return fetch(address, init);
  };
}

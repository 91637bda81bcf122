/**
 * Does to an element what a browser that translates a page does: each text node is replaced by an element with the translated text, now and whenever one
 * is added. Self-contained, so that it also runs in the page of a browser. Returns the end.
 */
export function translate(root: Element): () => void {
  const SKIPPED = new Set(['SCRIPT', 'STYLE', 'TEXTAREA', 'OPTION', 'TITLE', 'FONT']);
  const replace = (text: Text) => {
    const parent = text.parentElement;
    if (parent === null || SKIPPED.has(parent.tagName) || parent.namespaceURI !== root.namespaceURI || text.data.trim() === '') return;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const all = (node: Node) => {
    if (node instanceof Text) {
      replace(node);
      return;
    }
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (walker.nextNode() !== null) if (walker.currentNode instanceof Text) found.push(walker.currentNode);
    for (const text of found) replace(text);
  };
  all(root);
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes) {
      for (const node of addedNodes) if (node.isConnected) all(node);
      if (target instanceof Text && target.isConnected) replace(target);
    }
  });
  observer.observe(root, { subtree: true, childList: true, characterData: true });
  return () => observer.disconnect();
}

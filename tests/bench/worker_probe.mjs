// Runs in each worker before its own modules: keeps the WebAssembly memories that anything looks into.
const { get } = Object.getOwnPropertyDescriptor(WebAssembly.Memory.prototype, "buffer");
const memories = new Set();
Object.defineProperty(WebAssembly.Memory.prototype, "buffer", {
  configurable: true,
  get() {
    memories.add(this);
    return get.call(this);
  },
});
// A property of what the page leaves to its workers; it takes all unknown globals away.
WebAssembly.bytesInUse = () => [...memories].reduce((sum, memory) => sum + get.call(memory).byteLength, 0);

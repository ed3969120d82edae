// As much of a browser as the modules of the page use: elements, events that bubble, the focus, and boxes that a test places.

const SELECTOR = /^([\w-]+|\*)?((?:\.[\w-]+|#[\w-]+|\[[\w-]+(?:="?[^"\]]*"?)?\])*)$/;

// Whether an element fits a simple selector, such as `button.strong[data-square=e4]`, or one of several.
const fits = (element, selector) => selector.split(",").some((one) => {
  if (one === ":hover") return element.isHovered;
  const [, tag, rest] = SELECTOR.exec(one.trim()) || [];
  if (rest === undefined) throw new Error(`the tests have no selector ${one}`);
  return (!tag || tag === "*" || element.localName === tag) && (rest.match(/[.#][\w-]+|\[[^\]]*\]/g) || []).every((part) => {
    if (part[0] === ".") return element.classList.contains(part.slice(1));
    if (part[0] === "#") return element.id === part.slice(1);
    const [, name, value] = /^\[([\w-]+)(?:="?([^"]*)"?)?\]$/.exec(part);
    return value === undefined ? element.hasAttribute(name) : element.getAttribute(name) === value;
  });
});

// All elements in an element, in the order of the page.
const below = (element, found = []) => {
  for (const child of element.children) {
    found.push(child);
    below(child, found);
  }
  return found;
};
const dashed = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

class Target {
  listeners = [];

  addEventListener(type, listener, options) {
    this.listeners.push({ type, listener, capture: options === true });
  }

  removeEventListener(type, listener) {
    this.listeners = this.listeners.filter((one) => one.type !== type || one.listener !== listener);
  }
}

class Text {
  constructor(data) {
    this.data = data;
  }

  get textContent() {
    return this.data;
  }
}

class Element extends Target {
  attributes = new Map();
  childNodes = [];
  parentNode = null;
  style = { setProperty(name, value) { this[name] = value; } };
  box = { left: 0, top: 0, width: 0, height: 0 };
  isHovered = false;
  scrollTop = 0;
  clientHeight = 0;
  offsetHeight = 0;

  constructor(localName) {
    super();
    this.localName = localName;
    this.dataset = new Proxy(this, {
      get: (element, name) => element.getAttribute(`data-${dashed(name)}`) ?? undefined,
      set: (element, name, value) => (element.setAttribute(`data-${dashed(name)}`, value), true),
    });
  }

  // Attributes.
  getAttribute(name) { return this.attributes.get(name) ?? null; }
  setAttribute(name, value) { this.attributes.set(name, String(value)); }
  hasAttribute(name) { return this.attributes.has(name); }
  removeAttribute(name) { this.attributes.delete(name); }
  toggleAttribute(name, isSet) { if (isSet) this.setAttribute(name, ""); else this.removeAttribute(name); }

  get classList() {
    const names = () => (this.getAttribute("class") || "").split(" ").filter(Boolean);
    const write = (list) => this.setAttribute("class", list.join(" "));
    return {
      contains: (name) => names().includes(name),
      add: (...added) => write([...new Set([...names(), ...added])]),
      remove: (...removed) => write(names().filter((name) => !removed.includes(name))),
      toggle: (name, isSet = !names().includes(name)) => write([...names().filter((one) => one !== name), ...(isSet ? [name] : [])]),
    };
  }

  // The tree.
  get children() { return this.childNodes.filter((child) => child instanceof Element); }
  get firstElementChild() { return this.children[0] ?? null; }
  get lastElementChild() { return this.children.at(-1) ?? null; }
  get textContent() { return this.childNodes.map((child) => child.textContent).join(""); }
  set textContent(text) { this.replaceChildren(...(text === "" ? [] : [text])); }
  append(...nodes) {
    for (const node of nodes) {
      const child = node instanceof Element || node instanceof Text ? node : new Text(String(node));
      child.parentNode?.removeChild(child);
      child.parentNode = this;
      this.childNodes.push(child);
    }
  }

  prepend(...nodes) {
    const after = this.childNodes;
    this.childNodes = [];
    this.append(...nodes);
    this.childNodes.push(...after);
  }

  removeChild(child) { this.childNodes = this.childNodes.filter((one) => one !== child); child.parentNode = null; }
  remove() { this.parentNode?.removeChild(this); }
  replaceChildren(...nodes) {
    for (const child of this.childNodes) child.parentNode = null;
    this.childNodes = [];
    this.append(...nodes);
  }

  replaceWith(node) {
    const parent = this.parentNode;
    parent.childNodes[parent.childNodes.indexOf(this)] = node;
    node.parentNode = parent;
    this.parentNode = null;
  }

  before(node) { this.insertAt(0, node); }
  after(node) { this.insertAt(1, node); }
  insertAt(shift, node) {
    node.parentNode?.removeChild(node);
    const { parentNode } = this;
    parentNode.childNodes.splice(parentNode.childNodes.indexOf(this) + shift, 0, node);
    node.parentNode = parentNode;
  }

  get isConnected() { return document.documentElement.contains(this); }
  contains(other) { return other === this || (other?.parentNode ? this.contains(other.parentNode) : false); }
  matches(selector) { return fits(this, selector); }
  closest(selector) { return fits(this, selector) ? this : this.parentNode?.closest?.(selector) ?? null; }
  querySelectorAll(selector) {
    return selector.split(",").flatMap((one) => {
      const [last, ...outer] = one.trim().split(/\s+/).reverse();
      return below(this).filter((element) => fits(element, last) && outer.every((part) => element.parentNode?.closest(part)));
    });
  }

  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }

  // What a user sees and does.
  getBoundingClientRect() {
    const { left, top, width, height } = this.box;
    return { left, top, width, height, right: left + width, bottom: top + height };
  }

  focus() { document.activeElement = this; this.fire("focusin"); }
  showModal() { this.open = true; }
  close(value) { this.open = false; if (value !== undefined) this.returnValue = value; this.fire("close", { bubbles: false }); }
  setPointerCapture(pointerId) { this.captured = pointerId; }
  animate(frames) { this.frames = frames; return { finished: Promise.resolve() }; }
  click() { return this.fire("click", { detail: 1 }); }
  scrollIntoView() {}

  // Sends an event to the listeners, outermost first where they capture, then from the inside out. Returns the event.
  fire(type, more = {}) {
    const event = {
      type, target: this, bubbles: true, detail: 0, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...more,
      isPrevented: false, isStopped: false,
      preventDefault() { this.isPrevented = true; },
      stopPropagation() { this.isStopped = true; },
    };
    const path = [this];
    if (event.bubbles) while (path.at(-1).parentNode) path.push(path.at(-1).parentNode);
    const hear = (target, capture) => {
      for (const one of [...target.listeners]) if (one.type === type && one.capture === capture) one.listener(event);
    };
    for (const [targets, capture] of [[[...path].reverse(), true], [path, false]]) {
      for (const target of targets) if (!event.isStopped) hear(target, capture);
    }
    return event;
  }
}

// Properties that are attributes.
for (const name of ["id", "title", "href", "name", "type", "lang"]) {
  Object.defineProperty(Element.prototype, name, {
    get() { return this.getAttribute(name) ?? ""; },
    set(value) { this.setAttribute(name, value); },
  });
}
for (const name of ["hidden", "disabled", "checked", "open"]) {
  Object.defineProperty(Element.prototype, name, {
    get() { return this.hasAttribute(name); },
    set(isSet) { this.toggleAttribute(name, isSet); },
  });
}
Object.defineProperty(Element.prototype, "tabIndex", {
  get() { return Number(this.getAttribute("tabindex") ?? -1); },
  set(index) { this.setAttribute("tabindex", index); },
});
Object.defineProperty(Element.prototype, "className", {
  get() { return this.getAttribute("class") ?? ""; },
  set(names) { this.setAttribute("class", names); },
});
Object.defineProperty(Element.prototype, "value", {
  get() {
    if (this.localName === "select") return (this.selectedOptions[0] ?? this.options[0])?.value ?? "";
    return this.typed ?? this.getAttribute("value") ?? (this.localName === "option" ? this.textContent : "");
  },
  set(value) {
    if (this.localName === "select") this.chosen = this.options.find((option) => option.value === value);
    else this.typed = String(value);
  },
});
// The parts of a table.
for (const [name, tag] of Object.entries({ tHead: "thead", tFoot: "tfoot" })) {
  Object.defineProperty(Element.prototype, name, { get() { return this.querySelector(tag); } });
}
Object.defineProperty(Element.prototype, "tBodies", { get() { return this.querySelectorAll("tbody"); } });
Object.defineProperty(Element.prototype, "rows", { get() { return this.querySelectorAll("tr"); } });
Object.defineProperty(Element.prototype, "cells", { get() { return this.children; } });
Object.defineProperty(Element.prototype, "options", { get() { return this.querySelectorAll("option"); } });
Object.defineProperty(Element.prototype, "selectedOptions", {
  get() { return [this.chosen ?? this.options.find((option) => option.hasAttribute("selected")) ?? this.options[0]].filter(Boolean); },
});

class Document extends Target {
  documentElement = new Element("html");
  body = new Element("body");
  activeElement = this.body;
  createElement(name) { return new Element(name); }
  createElementNS(_, name) { return new Element(name); }
  querySelector(selector) { return this.documentElement.querySelector(selector); }
  querySelectorAll(selector) { return this.documentElement.querySelectorAll(selector); }
  getElementById(id) { return below(this.documentElement).find((element) => element.attributes.get("id") === id) ?? null; }
}

class Window extends Target {
  innerHeight = 600;
  matchMedia() { return { matches: false, addEventListener() {} }; }
}

globalThis.ResizeObserver = class { observe() {} };
globalThis.HTMLElement = Element;
globalThis.Element = Element;
globalThis.window = new Window();
globalThis.document = new Document();
document.documentElement.append(document.body);
document.documentElement.clientWidth = 800;

globalThis.location = { hash: "", search: "", href: "http://localhost/", hostname: "localhost", pathname: "/" };
globalThis.history = { replaceState() {} };

// Sends an event to the window, as for a pointer that is followed there.
window.fire = (type, more = {}) => {
  const event = { type, target: document.body, preventDefault() {}, stopPropagation() {}, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...more };
  for (const one of [...window.listeners]) if (one.type === type) one.listener(event);
  return event;
};

// For the check of scripts only: what the page finds there, and a DOM whose elements are taken as what they are.

declare const htmx: {
  swap(
    options: { sourceElement: Element; target: Element; swap: string; text: string; transition: boolean },
  ): Promise<void>;
};
// allauth's.
declare const webauthnJSON: {
  supported(): boolean;
  get(options: object): Promise<object>;
  create(options: object): Promise<object>;
};

// A selector says nothing of the element's type, nor an event's name of its target's.
type Listener = (event: any) => unknown;
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
interface Document {
  getElementById(id: string): any;
  addEventListener(type: string, listener: Listener, options?: boolean | AddEventListenerOptions): void;
}
interface HTMLElement {
  addEventListener(type: string, listener: Listener, options?: boolean | AddEventListenerOptions): void;
}
declare function addEventListener(type: string, listener: Listener, options?: boolean | AddEventListenerOptions): void;

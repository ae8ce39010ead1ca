/** A property put into a JSON text, or taken out of it, that leaves every other byte alone: comments, layout, line ends. Pure. */
import { type Node } from 'jsonc-parser';
/** @param object a node of type object in `text` */
export declare function addProperty(text: string, object: Node, key: string, value: unknown): string;
/** @param property a node of type property in `text`; of an object that is its parent */
export declare function removeProperty(text: string, property: Node): string;

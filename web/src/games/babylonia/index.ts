/** Babylonia for the page: the plain board, and what ends a turn. */

import { fallback } from "../fallback";

export default fallback("babylonia", { endName: "end placing" });

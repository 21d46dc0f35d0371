"use client";

import { useEffect } from "react";
import { program } from "../src/program";

export default function Page() {
  useEffect(() => {
    const env = JSON.parse(decodeURIComponent(location.hash.slice(1))) as Record<string, string>;
    Object.assign(globalThis, { report: program(env) });
  }, []);
  return <p>sdkwright</p>;
}

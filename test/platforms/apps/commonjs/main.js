"use strict";

const { program } = require("./dist/program.js");

program().then((report) => console.log(JSON.stringify(report)));

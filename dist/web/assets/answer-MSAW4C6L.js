import{W as a,X as b,Y as c,Z as d}from"./chunk-U3Q45PAC.js";import"./chunk-3NWVKLJ3.js";export{a as Answer,b as Sources,d as addressOfPlace,c as pointAt};

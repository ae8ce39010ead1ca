import{W as a,X as b,Y as c,Z as d}from"./chunk-G4MROF3D.js";import"./chunk-CBSW7H4F.js";export{a as Answer,b as Sources,d as addressOfPlace,c as pointAt};
